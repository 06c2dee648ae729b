package transport_test

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/sprouts-solver/sprouts/internal/transport"
)

const (
	tokenA = "aaaaaaaaaaaaaaaa"
	tokenB = "bbbbbbbbbbbbbbbb"
)

// withToken returns options for plaintext with a token file.
func withToken(t *testing.T, lines ...string) transport.Options {
	t.Helper()
	return transport.Options{TokenFile: write(t, files(t, "token")[0], strings.Join(lines, "\n")+"\n"), Insecure: true}
}

func countLines(log *buffer, with string) int { return strings.Count(log.String(), with) }

func TestTokens(t *testing.T) {
	n := serve(t, withToken(t, "", "  "+tokenA, tokenB))
	const says = "the token is missing or wrong"
	require.NoError(t, call(n.dial(host, withToken(t, tokenA))))
	require.NoError(t, call(n.dial(host, withToken(t, tokenB, tokenA))))
	requireCode(t, codes.Unauthenticated, says, call(n.dial(host, withToken(t, tokenA+"x"))))
	requireCode(t, codes.Unauthenticated, says, call(n.dial(host, withToken(t, strings.ToUpper(tokenA)))))
	requireCode(t, codes.Unauthenticated, says, call(n.dial(host, transport.Options{Insecure: true})))
	require.NotContains(t, n.log.String(), tokenA)

	conn := n.dial(host, transport.Options{Insecure: true})
	_, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{})
	require.NoError(t, err, "probes have no token")
}

// A token is replaced without a call being refused.
func TestTokenRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, client := withToken(t, tokenA), withToken(t, tokenA)
		n := serve(t, server)
		conn := n.dial(host, client)
		step := func(file string, lines ...string) {
			write(t, file, strings.Join(lines, "\n"))
			for range 5 {
				require.NoError(t, call(conn))
				<-time.After(500 * time.Millisecond)
			}
		}
		step(server.TokenFile, tokenA, tokenB)
		step(client.TokenFile, tokenB)
		step(server.TokenFile, tokenB)
		requireCode(t, codes.Unauthenticated, "wrong", call(n.dial(host, withToken(t, tokenA))))

		step(server.TokenFile, "short")
		step(server.TokenFile)
		require.NoError(t, os.Remove(server.TokenFile))
		<-time.After(2 * time.Second)
		require.NoError(t, call(conn), "the last good token is in force")
		require.Equal(t, 3, countLines(n.log, "cannot read again"))
	})
}

// gRPC refuses to send a token over a connection in the clear that Dial did not
// choose.
func TestTokenIsNotSentInTheClear(t *testing.T) {
	o := withToken(t, tokenA)
	o.Insecure = false
	_, err := transport.Dial("192.0.2.1:7447", o, grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.ErrorContains(t, err, "transport level security")
	conn, err := transport.Dial("127.0.0.1:7447", o)
	require.NoError(t, err, "this machine may read it")
	require.NoError(t, conn.Close())
}

func TestTokenFilesThatCannotBeUsed(t *testing.T) {
	open := withToken(t, tokenA)
	require.NoError(t, os.Chmod(open.TokenFile, 0o604))
	group := withToken(t, tokenA)
	require.NoError(t, os.Chmod(group.TokenFile, 0o640))
	_, err := transport.NewServer(group)
	require.NoError(t, err, "a group may read it")

	for name, test := range map[string]struct {
		o    transport.Options
		want string
	}{
		"open":    {open, "token file " + open.TokenFile + " can be read by all users of this machine (mode 0604): chmod 600 it"},
		"missing": {transport.Options{TokenFile: files(t, "missing")[0]}, "no such file"},
		"empty":   {withToken(t, "", ""), "is empty: write a token into it, such as `openssl rand -hex 32` makes"},
		"short":   {withToken(t, tokenA, "too short"), "line 2: a token is 16 printable ASCII characters or more, without blanks"},
		"blanks":  {withToken(t, "correct horse battery"), "line 1: a token"},
		"umlauts": {withToken(t, "äöüäöüäöüäöü"), "line 1: a token"},
	} {
		_, serverErr := transport.NewServer(test.o)
		require.ErrorContains(t, serverErr, test.want, name)
		_, clientErr := transport.Dial("localhost:7447", test.o)
		require.ErrorContains(t, clientErr, test.want, name)
	}
}
