package transport_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// Calls of a worker wait for a coordinator that is being started anew; calls of
// people do not.
func TestWhoWaitsForTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, transport.Options{})
		began := time.Now()
		up := grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			if time.Since(began) < 7*time.Second {
				return nil, errors.New("connection refused")
			}
			return n.listener.DialContext(ctx)
		})
		conn := n.dial(host, transport.Options{Insecure: true}, up)
		requireCode(t, codes.Unavailable, "connection refused", call(conn))
		require.Less(t, time.Since(began), 4*time.Second)

		_, err := sproutsv1.NewWorkServiceClient(conn).Exchange(t.Context(), &sproutsv1.ExchangeRequest{})
		require.NoError(t, err)
		require.Less(t, time.Since(began), 13*time.Second, "pauses between attempts are 5 s at most, and a little chance")
	})
}

// No call lasts for ever, though the caller sets no deadline.
func TestCallsHaveDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, transport.Options{})
		n.service.status = func(ctx context.Context) (*sproutsv1.GetStatusResponse, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		conn := n.dial(host, transport.Options{Insecure: true})
		began := time.Now()
		_, err := sproutsv1.NewAdminServiceClient(conn).GetStatus(t.Context(), &sproutsv1.GetStatusRequest{})
		require.Equal(t, codes.DeadlineExceeded, status.Code(err))
		require.Equal(t, 10*time.Second, time.Since(began))
	})
}

func TestCallsAreRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, transport.Options{})
		conn := n.dial(host, transport.Options{Insecure: true})
		var attempts atomic.Int32
		fail := func(code codes.Code, times int32) error {
			attempts.Store(0)
			n.service.status = func(context.Context) (*sproutsv1.GetStatusResponse, error) {
				if attempts.Add(1) <= times {
					return nil, status.Error(code, "not now")
				}
				return &sproutsv1.GetStatusResponse{}, nil
			}
			return call(conn)
		}
		require.NoError(t, fail(codes.Unavailable, 3))
		requireCode(t, codes.Unavailable, "not now", fail(codes.Unavailable, 4))
		requireCode(t, codes.ResourceExhausted, "not now", fail(codes.ResourceExhausted, 1))
		require.EqualValues(t, 1, attempts.Load(), "the caller keeps what it has, and tries again when it was told to")
	})
}

func TestMessagesAreBounded(t *testing.T) {
	n := serve(t, transport.Options{})
	client := sproutsv1.NewWorkServiceClient(n.dial(host, transport.Options{Insecure: true}))
	exchange := func(bytes int) error {
		facts := []*sproutsv1.Fact{{Component: make([]byte, bytes)}}
		_, err := client.Exchange(t.Context(), &sproutsv1.ExchangeRequest{Facts: facts})
		return err
	}
	require.NoError(t, exchange(4<<20-100))
	requireCode(t, codes.ResourceExhausted, "larger than max", exchange(4<<20))

	long := transport.Options{TokenFile: write(t, files(t, "token")[0], strings.Repeat("x", 20<<10)), Insecure: true}
	require.ErrorContains(t, call(n.dial(host, long)), "header list size")
}

// A connection whose other end has vanished without a word is given up by the
// pings of both sides, and the next call finds the server again.
func TestSilentConnectionsAreNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, transport.Options{})
		var lost atomic.Bool
		conn := n.dial(host, transport.Options{Insecure: true}, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			c, err := n.listener.DialContext(ctx)
			return &vanishing{Conn: c, lost: &lost}, err
		}))
		require.NoError(t, call(conn))
		lost.Store(true)
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		require.True(t, conn.WaitForStateChange(ctx, connectivity.Ready))
		require.LessOrEqual(t, time.Since(began), 40*time.Second)
		lost.Store(false)
		require.NoError(t, call(conn))
	})
}

// vanishing is a connection that loses what is written while lost is set.
type vanishing struct {
	net.Conn

	lost *atomic.Bool
}

func (c *vanishing) Write(p []byte) (int, error) {
	if c.lost.Load() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// Connections above the limit wait until one closes.
func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, transport.Options{MaxConnections: 1})
		o := transport.Options{Insecure: true}
		first, err := transport.Dial("passthrough:///first", o, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			return n.listener.DialContext(ctx)
		}))
		require.NoError(t, err)
		require.NoError(t, call(first))
		second := n.dial(host, o)
		answered := make(chan error, 1)
		go func() { answered <- call(second) }()
		synctest.Wait()
		require.Empty(t, answered, "the first connection is still there")
		require.NoError(t, first.Close())
		require.NoError(t, <-answered)
	})
}
