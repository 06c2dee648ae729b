// Package transport is how two programs of a cluster find and trust each other:
// listeners and connections with TLS, tokens, and the settings that let them live
// for months.
//
//	server, err := transport.NewServer(options)      // reads the files
//	listener, err := server.Listen("0.0.0.0:7447")   // refuses plaintext off this machine
//	s := grpc.NewServer(server.Options()...)
//
//	conn, err := transport.Dial("coordinator:7447", options)
//
// # Trust
//
// There are two ways for a server to know its callers, alone or together:
//
//	certificate   CAFile: callers show one that this authority signed (mutual TLS)
//	token         TokenFile: callers send one of its lines with each call
//
// Connections use TLS 1.3. Plaintext is for one machine: a server without
// certificate listens on loopback addresses and Unix sockets only, and a client
// uses plaintext only to reach those. Options.Insecure lifts both rules, for
// networks that nobody else is on. So a token is never sent over a foreign network
// in the clear by mistake.
//
// Whoever may call may call everything but the health service, which takes calls
// from anybody, as probes have neither certificate nor token.
//
// # Renewal
//
// Certificates, authorities and tokens are read again when their files change, at
// most a second later, for connections and calls that begin from then on; running
// connections stay. A file that cannot be used is logged and the last good one
// stays in force. A token changes without a gap like this: add the new one to the
// server's file as a second line; put it into the clients' files; remove the first
// line.
//
// # Staying connected
//
// Both sides ping idle connections and drop those that do not answer: a client
// after 40 s, a server after 80 s. A client whose connection is gone tries again
// after 1 s, 1.6 s, ... but never more than 5 s, so that a coordinator that was
// started anew has its workers back in seconds. Calls of workers wait for the
// connection and are repeated when it breaks, calls of people fail at once. Every
// call has a deadline. All numbers are in settings.go, with their reasons.
//
// The package speaks gRPC and knows none of the services but their names.
package transport
