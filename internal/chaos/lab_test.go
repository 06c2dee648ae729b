//go:build linux

package chaos_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// subnet is the network of all labs, 10.77.0.0/24. The host at index i is 10.77.0.(i+1).
const subnet = 10<<24 | 77<<16

// lab is hosts with a network of their own.
type lab struct {
	*cable

	hosts []*host
}

// newLab makes hosts, or skips the test where that is not allowed.
func newLab(t *testing.T, hosts int) *lab {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("network namespaces take root")
	}
	for _, tool := range []string{"ip", "nsenter"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%v: it is in the packages iproute2 and util-linux", err)
		}
	}
	l := &lab{}
	var files []*os.File
	for i := range hosts {
		h, err := newHost(t, i)
		if errors.Is(err, errForbidden) {
			t.Skip(err)
		}
		require.NoError(t, err)
		l.hosts = append(l.hosts, h)
		files = append(files, h.tun)
	}
	l.cable = newCable(files)
	t.Cleanup(func() { require.NoError(t, l.stop()) })
	return l
}

// errForbidden says that this machine does not allow what a lab needs.
var errForbidden = errors.New("no network namespaces here")

// newHost makes a network namespace with one interface.
func newHost(t *testing.T, index int) (*host, error) {
	t.Helper()
	name := fmt.Sprintf("chaos%d.%d", os.Getpid()%100_000, index)
	file, err := openTUN(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errForbidden, err)
	}
	holder := exec.Command("sleep", "infinity")
	holder.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	if err := holder.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", errForbidden, err), file.Close())
	}
	h := &host{
		address: fmt.Sprintf("10.77.0.%d", index+1),
		space:   fmt.Sprintf("/proc/%d/ns/net", holder.Process.Pid),
		holder:  holder, tun: file,
	}
	t.Cleanup(h.end)
	for _, line := range [][]string{
		{"ip", "link", "set", name, "netns", fmt.Sprint(holder.Process.Pid)},
		h.command("ip", "addr", "add", h.address+"/24", "dev", name),
		h.command("ip", "link", "set", name, "mtu", fmt.Sprint(maxPacket), "up"),
		h.command("ip", "link", "set", "lo", "up"),
	} {
		out, err := exec.Command(line[0], line[1:]...).CombinedOutput()
		require.NoError(t, err, "%v: %s", line, out)
	}
	return h, nil
}

// end ends the namespace, once its last process has ended. It may be called twice.
func (h *host) end() {
	_ = h.holder.Process.Kill()
	_ = h.holder.Wait() // it was killed
}

// openTUN makes an interface whose packets go to a file and come from it.
func openTUN(name string) (*os.File, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open /dev/net/tun: %w", err)
	}
	request, err := unix.NewIfreq(name)
	if err == nil {
		request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
		err = unix.IoctlIfreq(fd, unix.TUNSETIFF, request)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make interface %s: %w", name, err), unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), name), nil
}

// within calls a function in a network namespace. Sockets that it opens stay there.
func within(space string, f func() error) error {
	there, err := os.Open(space)
	if err != nil {
		return err
	}
	defer func() { _ = there.Close() }() // nothing was written
	back, err := os.Open("/proc/self/ns/net")
	if err != nil {
		return err
	}
	defer func() { _ = back.Close() }()
	// The thread goes there and comes back; if it could not, it must serve nobody else,
	// and so it stays locked and ends with the goroutine.
	runtime.LockOSThread()
	if err := unix.Setns(int(there.Fd()), unix.CLONE_NEWNET); err != nil {
		runtime.UnlockOSThread()
		return err
	}
	result := f()
	if err := unix.Setns(int(back.Fd()), unix.CLONE_NEWNET); err != nil {
		return err
	}
	runtime.UnlockOSThread()
	return result
}
