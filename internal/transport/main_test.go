package transport_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// service answers the calls that the tests make.
type service struct {
	sproutsv1.UnimplementedAdminServiceServer
	sproutsv1.UnimplementedWorkServiceServer

	status func(context.Context) (*sproutsv1.GetStatusResponse, error)
}

func (s *service) GetStatus(ctx context.Context, _ *sproutsv1.GetStatusRequest) (*sproutsv1.GetStatusResponse, error) {
	return s.status(ctx)
}

func (s *service) Exchange(_ context.Context, r *sproutsv1.ExchangeRequest) (*sproutsv1.ExchangeResponse, error) {
	return &sproutsv1.ExchangeResponse{Facts: r.GetFacts()}, nil
}

// network is a server in memory and the way to it.
type network struct {
	t        *testing.T
	listener *bufconn.Listener
	service  *service
	log      *buffer
}

// serve starts a server with options o.
func serve(t *testing.T, o transport.Options) *network {
	t.Helper()
	n := &network{t: t, listener: bufconn.Listen(1 << 20), service: &service{}, log: &buffer{}}
	n.service.status = func(context.Context) (*sproutsv1.GetStatusResponse, error) {
		return &sproutsv1.GetStatusResponse{Game: "sprouts"}, nil
	}
	o.Logger = slog.New(slog.NewTextHandler(n.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	server, err := transport.NewServer(o)
	require.NoError(t, err)
	guarded, err := server.Guard(n.listener)
	require.NoError(t, err)
	g := grpc.NewServer(server.Options()...)
	sproutsv1.RegisterAdminServiceServer(g, n.service)
	sproutsv1.RegisterWorkServiceServer(g, n.service)
	healthv1.RegisterHealthServer(g, health.NewServer())
	server.Announce(g)
	var serving sync.WaitGroup
	serving.Go(func() { _ = g.Serve(guarded) })
	t.Cleanup(func() {
		g.Stop()
		serving.Wait()
	})
	return n
}

// dial returns a connection with options o, as if the server were named host.
func (n *network) dial(host string, o transport.Options, extra ...grpc.DialOption) *grpc.ClientConn {
	n.t.Helper()
	extra = append([]grpc.DialOption{grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return n.listener.DialContext(ctx)
	})}, extra...)
	conn, err := transport.Dial("passthrough:///"+host+":7447", o, extra...)
	require.NoError(n.t, err)
	n.t.Cleanup(func() { require.NoError(n.t, conn.Close()) })
	return conn
}

// call asks for the status.
func call(conn grpc.ClientConnInterface) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, err := sproutsv1.NewAdminServiceClient(conn).GetStatus(ctx, &sproutsv1.GetStatusRequest{})
	return err
}

// requireCode fails unless err has the code and says why.
func requireCode(t *testing.T, code codes.Code, says string, err error) {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	require.ErrorContains(t, err, says)
}

// write makes a file with this content, in one step as a program that renews it
// should.
func write(t *testing.T, path, content string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(path+".new", []byte(content), 0o600))
	require.NoError(t, os.Rename(path+".new", path))
	return path
}

// files names files of a folder that is the test's own.
func files(t *testing.T, names ...string) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths
}

// buffer is a log that can be read while it is written.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
