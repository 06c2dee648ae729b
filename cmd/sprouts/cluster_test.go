package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// failer is what a test and a script have in common.
type failer interface{ Fatal(args ...any) }

// freeAddress returns an address of this machine where nobody listens.
func freeAddress(t failer) string {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it takes no time
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return address
}

// startCoordinator starts a coordinator with two runs, which ends with the test. The
// commands of the test learn where it is; one that they start listens elsewhere.
func startCoordinator(t *testing.T, home string) {
	t.Helper()
	at := freeAddress(t)
	t.Setenv("SPROUTS_COORDINATOR", at)
	t.Setenv("SPROUTS_LISTEN", "127.0.0.1:0")
	begin(t, home, "coordinator", "--listen", at, "--store", t.TempDir())
	cert, key := newCertificate(func(err error) { require.NoError(t, err) })
	for name, text := range map[string]string{"cert.pem": string(cert), "key.pem": string(key), "token": "a-token-for-examples\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(home, name), []byte(text), 0o600))
	}
	awaitOutput(t, home, "seq 7 8 | sprouts submit -", "2")
}

// startWorker starts a worker that is called worker-3, which ends with the test.
func startWorker(t *testing.T, home string) {
	t.Helper()
	begin(t, home, "worker", "--name", "worker-3", "--threads", "1", "--drain-timeout", "1s")
	awaitOutput(t, home, "sprouts status", "worker-3")
}

// process is the program at work, beside a test.
type process struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer // to be read once it has ended
	ended  chan struct{}
}

// begin starts the program. The end of the test kills it, if it has not ended.
func begin(t testing.TB, home string, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.CommandContext(t.Context(), "sprouts", args...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME=", "XDG_CONFIG_HOME=")
	p.cmd.Stdout = &p.stdout
	require.NoError(t, p.cmd.Start())
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait() // who wants to know looks at the exit code
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // it may have ended
		<-p.ended
	})
	return p
}

// exitCode waits until the process has ended, and returns its exit code: -1 after a
// signal.
func (p *process) exitCode(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(awaitTime):
		require.FailNow(t, "does not end", "%v", p.cmd.Args)
		return 0
	}
}

// tell sends the process a signal.
func (p *process) tell(t *testing.T, signal os.Signal) {
	t.Helper()
	require.NoError(t, p.cmd.Process.Signal(signal))
}

// awaitOutput runs a command until it succeeds and what it prints has a text in it.
func awaitOutput(t *testing.T, home, command, text string) {
	t.Helper()
	var output string
	require.Eventually(t, func() bool {
		var code int
		code, output = shell(t, home, command)
		return code == 0 && strings.Contains(output, text)
	}, awaitTime, 50*time.Millisecond, "%s: no %q", command, text)
}

// awaitTime is how long a test waits for what happens in moments on a machine that
// does nothing else.
const awaitTime = time.Minute

// await is the script command "await PROGRAM ARG...": it runs a program until it
// succeeds.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: await PROGRAM [ARG...]")
	}
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for deadline := time.Now().Add(awaitTime); ; <-again.C {
		err := ts.Exec(args[0], args[1:]...)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%v, for %v", err, awaitTime)
		}
	}
}

// writeCertificate is the script command "certificate CERT KEY": it writes a
// certificate for 127.0.0.1 that is its own authority, and its key.
func writeCertificate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: certificate CERT KEY")
	}
	cert, key := newCertificate(ts.Check)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), cert, 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), key, 0o600))
}

// newCertificate returns a certificate for 127.0.0.1 and its key, in PEM.
func newCertificate(check func(error)) (cert, key []byte) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:    time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	check(err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	check(err)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}
