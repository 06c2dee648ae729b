package transport

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/keepalive"
)

const (
	// maxMessage bounds messages both ways. Lists are paged to fit (package wire).
	maxMessage = 4 << 20
	// maxHeader bounds what stands around a message: a token, an id, an error text.
	// The default would be 16 MiB.
	maxHeader = 16 << 10
	// maxStreams bounds the calls at once of one connection. A worker has two or
	// three; the default is no limit, which lets one client take all memory.
	maxStreams = 256
	// handshakeTime is how long a new connection may take to say who it is.
	handshakeTime = 10 * time.Second
)

// serverSettings returns what every server uses. A server pings a connection that
// has been silent for a minute and drops it 20 s later, which is how it learns of a
// machine that was switched off.
func serverSettings() []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxSendMsgSize(maxMessage),
		grpc.MaxHeaderListSize(maxHeader),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.ConnectionTimeout(handshakeTime),
		// Stop returns when no handler is at work any more, so that what they use can
		// be closed.
		grpc.WaitForHandlers(true),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: time.Minute, Timeout: 20 * time.Second}),
		// Clients ping every 30 s. What is allowed must be well below, since the
		// network may push two pings together, and a client that pings too often is cut
		// off.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 10 * time.Second, PermitWithoutStream: true}),
	}
}

// clientSettings returns what every client uses.
func clientSettings() []grpc.DialOption {
	return []grpc.DialOption{
		// A call is kept until its answer comes, so that it can be sent again; by default
		// only those of 256 KiB are.
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage),
			grpc.MaxRetryRPCBufferSize(maxMessage)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second, PermitWithoutStream: true}),
		// The default goes up to two minutes between attempts.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 5 * time.Second},
			MinConnectTimeout: 5 * time.Second,
		}),
		// By default a connection without calls for 30 minutes is closed, and the next
		// call waits for a new one.
		grpc.WithIdleTimeout(0),
		// How calls are repeated is not for whoever answers DNS to say.
		grpc.WithDisableServiceConfig(),
		grpc.WithDefaultServiceConfig(serviceConfig),
	}
}

// serviceConfig says how calls wait, end and are repeated. Every call of the
// services may be sent twice, so all are repeated when the connection breaks.
// Lease waits up to 30 s on the server. Calls of workers wait for a connection
// within their deadline; calls of people fail at once when there is none, so that
// the command can say so.
const serviceConfig = `{"methodConfig": [
	{
		"name": [{"service": "sprouts.v1.WorkService"}],
		"waitForReady": true,
		"timeout": "10s",
		"retryPolicy": ` + retryPolicy + `
	},
	{
		"name": [{"service": "sprouts.v1.WorkService", "method": "Lease"}],
		"waitForReady": true,
		"timeout": "35s",
		"retryPolicy": ` + retryPolicy + `
	},
	{
		"name": [{"service": "sprouts.v1.AdminService"}],
		"timeout": "10s",
		"retryPolicy": ` + retryPolicy + `
	}
]}`

const retryPolicy = `{
	"maxAttempts": 4,
	"initialBackoff": "0.1s",
	"maxBackoff": "2s",
	"backoffMultiplier": 3,
	"retryableStatusCodes": ["UNAVAILABLE"]
}`
