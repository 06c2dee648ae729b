package transport

import (
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Dial returns a connection to a server, "host:port" or "unix:/path". It reads the
// files of o, so one that is missing, expired, or open to others gives an error;
// the network is not used before the first call. The last options win over those
// of the package.
//
// The connection uses TLS if o names a certificate or an authority. Otherwise it
// uses plaintext if the target is on this machine or o.Insecure is set, and TLS with
// the authorities of the system for all others.
func Dial(target string, o Options, extra ...grpc.DialOption) (*grpc.ClientConn, error) {
	o = o.withDefaults()
	settings := append(clientSettings(), grpc.WithChainUnaryInterceptor(sendRequestID(o.Logger)))
	trust, err := o.trustServer(target)
	if err != nil {
		return nil, fmt.Errorf("transport: %w", err)
	}
	conn, err := grpc.NewClient(target, append(append(settings, trust...), extra...)...)
	if err != nil {
		return nil, fmt.Errorf("transport: dial %s: %w", target, err)
	}
	return conn, nil
}

// trustServer returns the credentials for a target.
func (o Options) trustServer(target string) ([]grpc.DialOption, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	secure := o.useTLS(target)
	creds := insecure.NewCredentials()
	if secure {
		i, err := newIdentity(o)
		if err != nil {
			return nil, err
		}
		creds = i
	}
	settings := []grpc.DialOption{grpc.WithTransportCredentials(creds)}
	if o.TokenFile == "" {
		return settings, nil
	}
	tokens, err := watchTokens(o.TokenFile, o.Logger)
	if err != nil {
		return nil, err
	}
	return append(settings, grpc.WithPerRPCCredentials(bearer{tokens: tokens, plaintext: !secure})), nil
}

// useTLS reports whether a connection to a target is to be encrypted.
func (o Options) useTLS(target string) bool {
	if o.CAFile != "" || o.CertFile != "" {
		return true
	}
	return !o.Insecure && !isLocalTarget(target)
}
