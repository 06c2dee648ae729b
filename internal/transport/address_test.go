package transport_test

import (
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

func TestPlaintextStaysOnThisMachine(t *testing.T) {
	listen := func(o transport.Options, address string) (net.Listener, error) {
		server, err := transport.NewServer(o)
		require.NoError(t, err)
		return server.Listen(address)
	}
	accepts := func(o transport.Options, address string) {
		t.Helper()
		l, err := listen(o, address)
		require.NoError(t, err)
		require.NoError(t, l.Close())
	}
	accepts(transport.Options{}, "127.0.0.1:0")
	accepts(transport.Options{}, "localhost:0")
	accepts(transport.Options{}, "unix:"+filepath.Join(t.TempDir(), "s"))
	accepts(transport.Options{Insecure: true}, "0.0.0.0:0")
	accepts(newAuthority(t, "a").identity(t, host), "0.0.0.0:0")

	for _, address := range []string{"0.0.0.0:0", ":0"} {
		_, err := listen(transport.Options{}, address)
		var plaintext *transport.PlaintextError
		require.ErrorAs(t, err, &plaintext)
		require.ErrorContains(t, err, "refuse to listen on "+plaintext.Address+" in plaintext")
		require.ErrorContains(t, err, "give the server a certificate and its key, or let it listen on 127.0.0.1, or allow insecure connections")
		l, err := net.Listen("tcp", plaintext.Address)
		require.NoError(t, err, "the address is free again")
		require.NoError(t, l.Close())
	}
	_, err := listen(transport.Options{}, "127.0.0.1:99999")
	require.ErrorContains(t, err, "transport: listen tcp")
}

// A client uses plaintext to this machine only.
func TestClientsEncryptToOtherMachines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, transport.Options{}) // in plaintext
		for target, plain := range map[string]bool{
			"127.0.0.1": true, "localhost": true, "[::1]": true, "127.9.9.9": true,
			"192.0.2.1": false, "coordinator.example": false, "localhost.example": false, "[2001:db8::1]": false, "0.0.0.0": false,
		} {
			err := call(n.dial(target, transport.Options{}))
			if plain {
				require.NoError(t, err, target)
			} else {
				require.ErrorContains(t, err, "tls: first record does not look like a TLS handshake", target)
			}
			require.NoError(t, call(n.dial(target, transport.Options{Insecure: true})), target)
		}
	})
}

func TestUnixSocket(t *testing.T) {
	server, err := transport.NewServer(transport.Options{})
	require.NoError(t, err)
	address := "unix:" + filepath.Join(t.TempDir(), "socket")
	l, err := server.Listen(address)
	require.NoError(t, err)
	g := grpc.NewServer(server.Options()...)
	sproutsv1.RegisterWorkServiceServer(g, &service{})
	var serving sync.WaitGroup
	serving.Go(func() { _ = g.Serve(l) })
	defer serving.Wait()
	defer g.Stop()

	conn, err := transport.Dial(address, transport.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close()) }()
	_, err = sproutsv1.NewWorkServiceClient(conn).Exchange(t.Context(), &sproutsv1.ExchangeRequest{})
	require.NoError(t, err)
}

// Everybody may call a server that asks for nothing, which is worth a line.
func TestServersThatAskForNothingSaySo(t *testing.T) {
	for name, test := range map[string]struct {
		o     transport.Options
		warns int
	}{
		"nothing":   {transport.Options{Insecure: true}, 1},
		"TLS alone": {newAuthority(t, "a").identity(t, host), 1},
		"token":     {withToken(t, tokenA), 0},
	} {
		log := &buffer{}
		test.o.Logger = textLog(log)
		server, err := transport.NewServer(test.o)
		require.NoError(t, err)
		l, err := server.Listen("0.0.0.0:0")
		require.NoError(t, err)
		require.NoError(t, l.Close())
		require.Equal(t, test.warns, strings.Count(log.String(), "everybody who reaches this address may call"), name)
	}
}
