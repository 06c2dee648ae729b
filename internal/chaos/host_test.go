//go:build linux

package chaos_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
)

// host is where processes run: this machine, or one of a lab with a network of its
// own.
type host struct {
	address string // of the host
	space   string // file of its network namespace; "" is that of the test
	holder  *exec.Cmd
	tun     *os.File // the other end of its interface
}

// here is this machine. Each test process takes another loopback address, so that no
// port is ever taken by somebody else.
func here() *host {
	pid := os.Getpid()
	return &host{address: fmt.Sprintf("127.%d.%d.1", 1+pid>>8&0x7f, pid&0xff)}
}

// command returns the command line that runs a program at the host. The process is
// the program itself, since nsenter becomes it.
func (h *host) command(path string, args ...string) []string {
	line := append([]string{path}, args...)
	if h.space != "" {
		line = append([]string{"nsenter", "--net=" + h.space, "--"}, line...)
	}
	return line
}

// dial connects from the host.
func (h *host) dial(ctx context.Context, address string) (c net.Conn, err error) {
	connect := func() error {
		c, err = new(net.Dialer).DialContext(ctx, "tcp4", address)
		return err
	}
	if h.space == "" {
		return c, connect()
	}
	return c, within(h.space, connect)
}

// client returns an HTTP client at the host. Connections are not kept.
func (h *host) client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(ctx context.Context, _, address string) (net.Conn, error) { return h.dial(ctx, address) },
	}}
}
