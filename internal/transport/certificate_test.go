package transport_test

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"github.com/sprouts-solver/sprouts/internal/transport"
)

// host is the coordinator's name.
const host = "coordinator.example"

func TestServerShowsACertificate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := newAuthority(t, "ours"), newAuthority(t, "theirs")
		n := serve(t, ours.identity(t, host))

		require.NoError(t, call(n.dial(host, transport.Options{CAFile: ours.file(t)})))
		requireCode(t, codes.Unavailable, "certificate signed by unknown authority",
			call(n.dial(host, transport.Options{CAFile: theirs.file(t)})))
		requireCode(t, codes.Unavailable, "certificate is valid for "+host+", not elsewhere.example",
			call(n.dial("elsewhere.example", transport.Options{CAFile: ours.file(t)})))
		require.NoError(t, call(n.dial("elsewhere.example", transport.Options{CAFile: ours.file(t), ServerName: host})))
		requireCode(t, codes.Unavailable, "certificate signed by unknown authority",
			call(n.dial(host, transport.Options{})))
		require.Error(t, call(n.dial(host, transport.Options{Insecure: true})), "plaintext to a server with TLS")
	})
}

func TestServerAsksForCertificates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := newAuthority(t, "ours"), newAuthority(t, "theirs")
		o := ours.identity(t, host)
		o.CAFile = ours.file(t)
		n := serve(t, o)
		client := func(a authority) transport.Options {
			o := a.identity(t, "worker.example")
			o.CAFile = ours.file(t)
			return o
		}
		require.NoError(t, call(n.dial(host, client(ours))))
		require.Error(t, call(n.dial(host, client(theirs))), "a certificate of another authority")
		require.Error(t, call(n.dial(host, transport.Options{CAFile: ours.file(t)})), "no certificate")
	})
}

// Certificates and authorities are renewed under a running server. Connections
// that are there go on, new ones meet the new files, and a file that cannot be used
// changes nothing.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		old, next := newAuthority(t, "old"), newAuthority(t, "next")
		o := old.identity(t, host)
		o.CAFile = old.file(t)
		n := serve(t, o)
		client := func(a authority) transport.Options {
			o := a.identity(t, "worker.example")
			o.CAFile = a.file(t)
			return o
		}
		early := n.dial(host, client(old))
		require.NoError(t, call(early))

		write(t, o.KeyFile, "half a key")
		<-time.After(2 * time.Second)
		require.NoError(t, call(n.dial(host, client(old))), "the last good certificate is in force")
		<-time.After(2 * time.Second)
		require.NoError(t, call(n.dial(host, client(old))))
		require.Contains(t, n.log.String(), "cannot read again, the old one stays in force")
		require.Equal(t, 1, countLines(n.log, "cannot read again"), "said once")

		next.sign(t, o, host, time.Now(), time.Now().Add(day))
		write(t, o.CAFile, next.text())
		<-time.After(2 * time.Second)
		require.NoError(t, call(n.dial(host, client(next))))
		require.Error(t, call(n.dial(host, client(old))))
		require.NoError(t, call(early), "connections go on")

		next.sign(t, o, host, time.Now().Add(-2*day), time.Now().Add(-day))
		<-time.After(2 * time.Second)
		require.NoError(t, call(n.dial(host, client(next))), "an expired certificate is not taken")
		require.Contains(t, n.log.String(), "expired on ")
	})
}

// A client follows its files too: it may get a new certificate between two
// connections.
func TestClientRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAuthority(t, "a")
		server := a.identity(t, host)
		server.CAFile = a.file(t)
		n := serve(t, server)
		o := a.identity(t, "worker.example")
		o.CAFile = a.file(t)
		stranger := newAuthority(t, "stranger")
		stranger.sign(t, o, "worker.example", time.Now().Add(-day), time.Now().Add(day))
		conn := n.dial(host, o)
		require.Error(t, call(conn))

		a.sign(t, o, "worker.example", time.Now().Add(-day), time.Now().Add(day))
		<-time.After(10 * time.Second) // the longest pause between attempts, and more
		require.NoError(t, call(conn))
	})
}

// What is wrong with files is said when a program starts, with the file and the
// date.
func TestFilesThatCannotBeUsed(t *testing.T) {
	a := newAuthority(t, "a")
	good := a.identity(t, host)
	date := func(text string) time.Time {
		at, err := time.Parse(time.DateTime, text)
		require.NoError(t, err)
		return at
	}
	dated := func(from, until string) transport.Options {
		o := a.identity(t, host)
		a.sign(t, o, host, date(from), date(until))
		return o
	}
	expired := dated("2020-01-01 00:00:00", "2021-02-03 04:05:06")
	future := dated("2124-01-01 00:00:00", "2125-01-01 00:00:00")
	open := a.identity(t, host)
	require.NoError(t, os.Chmod(open.KeyFile, 0o644))
	other := a.identity(t, host)
	other.KeyFile = good.KeyFile
	paths := files(t, "missing", "empty", "old-ca", "garbage-ca")
	write(t, paths[1], "no PEM here\n")
	write(t, paths[2], signAuthority(t, "old", date("2020-01-01 00:00:00"), date("2021-02-03 04:05:06")).text())
	write(t, paths[3], "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
	withCA := func(file string) transport.Options {
		o := good
		o.CAFile = file
		return o
	}
	for name, test := range map[string]struct {
		o    transport.Options
		want []string
	}{
		"expired":        {expired, []string{expired.CertFile, "expired on 2021-02-03 04:05 UTC: renew it"}},
		"future":         {future, []string{future.CertFile, "not valid before 2124-01-01 00:00 UTC: check the clock"}},
		"missing":        {transport.Options{CertFile: paths[0], KeyFile: good.KeyFile}, []string{paths[0], "no such file"}},
		"missing key":    {transport.Options{CertFile: good.CertFile, KeyFile: paths[0]}, []string{paths[0], "no such file"}},
		"key alone":      {transport.Options{KeyFile: good.KeyFile}, []string{"belong together"}},
		"open key":       {open, []string{open.KeyFile, "can be read by all users of this machine (mode 0644): chmod 600 it"}},
		"other key":      {other, []string{other.CertFile, "does not match"}},
		"missing CA":     {withCA(paths[0]), []string{paths[0], "no such file"}},
		"empty CA":       {withCA(paths[1]), []string{paths[1], "holds none; PEM blocks named CERTIFICATE are needed"}},
		"expired CA":     {withCA(paths[2]), []string{paths[2], "expired on 2021-02-03 04:05 UTC"}},
		"garbage CA":     {withCA(paths[3]), []string{paths[3], "malformed certificate"}},
		"no connections": {transport.Options{MaxConnections: -1}, []string{"MaxConnections is -1"}},
	} {
		_, serverErr := transport.NewServer(test.o)
		_, clientErr := transport.Dial(host+":7447", test.o)
		for _, want := range test.want {
			require.ErrorContains(t, serverErr, want, name)
			require.ErrorContains(t, clientErr, want, name)
		}
	}
	_, err := transport.NewServer(transport.Options{CAFile: a.file(t)})
	require.ErrorContains(t, err, "the server has none itself")
}

// Old and new authority may stand in one file, though the old one has expired.
func TestExpiredAuthorityBesideAGoodOne(t *testing.T) {
	a := newAuthority(t, "a")
	expired := signAuthority(t, "old", time.Now().Add(-2*day), time.Now().Add(-day))
	n := serve(t, a.identity(t, host))
	ca := write(t, files(t, "ca")[0], expired.text()+a.text())
	require.NoError(t, call(n.dial(host, transport.Options{CAFile: ca})))
}
