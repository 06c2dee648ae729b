//go:build linux

package chaos_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

// link is how packets fare from one host to another.
type link struct {
	cut   bool
	delay time.Duration
	loss  float64 // share of packets
}

// cable carries packets between hosts. Each host is a file, from which packets are read
// and to which they are written.
type cable struct {
	files   []*os.File
	stopped chan struct{}
	running sync.WaitGroup

	mu    sync.Mutex // guards the fields below
	rng   *rand.Rand
	links [][]link
}

// packet is one that waits until it is due.
type packet struct {
	due   time.Time
	bytes []byte
}

const (
	maxPacket = 1500
	// queued is how many packets can be under way from one host to another. More are
	// lost, as in a router.
	queued = 1 << 12
	// addressAt is where an IPv4 packet has its destination.
	addressAt = 16
)

// newCable starts a cable that is as good as can be.
func newCable(files []*os.File) *cable {
	w := &cable{files: files, stopped: make(chan struct{}), rng: rand.New(rand.NewPCG(3, 3))}
	for from := range files {
		w.links = append(w.links, make([]link, len(files)))
		var queues []chan packet
		for to := range files {
			queue := make(chan packet, queued)
			queues = append(queues, queue)
			w.running.Go(func() { w.deliver(from, to, queue) })
		}
		w.running.Go(func() { w.take(from, queues) })
	}
	return w
}

// stop ends the cable.
func (w *cable) stop() error {
	close(w.stopped)
	var errs []error
	for _, f := range w.files {
		errs = append(errs, f.Close())
	}
	w.running.Wait()
	return errors.Join(errs...)
}

// set changes a link.
func (w *cable) set(from, to int, l link) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.links[from][to] = l
}

// fate says whether a packet gets lost, and else how long it takes.
func (w *cable) fate(from, to int) (lost bool, delay time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := w.links[from][to]
	return l.cut || w.rng.Float64() < l.loss, l.delay
}

// take takes packets from a host, until its file is closed.
func (w *cable) take(from int, queues []chan packet) {
	buffer := make([]byte, 2*maxPacket)
	for {
		n, err := w.files[from].Read(buffer)
		if err != nil {
			return
		}
		to := destination(buffer[:n])
		if to < 0 || to >= len(queues) {
			continue // broadcasts, and what is not IPv4
		}
		lost, delay := w.fate(from, to)
		if lost {
			continue
		}
		select {
		case queues[to] <- packet{time.Now().Add(delay), append([]byte(nil), buffer[:n]...)}:
		default:
		}
	}
}

// destination returns the index of the host that a packet is for, -1 if it is for none.
func destination(packet []byte) int {
	const version = 4
	if len(packet) < addressAt+4 || packet[0]>>4 != version {
		return -1
	}
	address := binary.BigEndian.Uint32(packet[addressAt:])
	if address&^0xff != subnet {
		return -1
	}
	return int(address&0xff) - 1
}

// deliver writes packets to a host when they are due. They stay in order.
func (w *cable) deliver(from, to int, queue <-chan packet) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-w.stopped:
			return
		case p := <-queue:
			timer.Reset(time.Until(p.due))
			select {
			case <-timer.C:
			case <-w.stopped:
				return
			}
			if !w.isCut(from, to) {
				_, _ = w.files[to].Write(p.bytes) // a host that is gone takes nothing
			}
		}
	}
}

// isCut reports whether a link is cut.
func (w *cable) isCut(from, to int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.links[from][to].cut
}
