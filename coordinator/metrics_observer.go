package coordinator

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// observation is the state of a server at the time of a scrape.
type observation struct {
	Status

	now      time.Time
	root     search.Numbers // of the run that is worked on first
	draining int            // workers that are to stop
	waiting  int            // workers that wait for work
	queue    uint64         // facts that wait for the disk
	free     int64          // bytes of the disk; negative: not known
	readOnly bool
}

// observe returns the state of the server.
func (s *Server) observe() (o observation) {
	s.keeper.mu.Lock()
	written := s.keeper.written
	s.keeper.mu.Unlock()
	s.locked(func(c *Core, now time.Time) {
		o.Status, o.now = c.Status(now), now
		for _, r := range c.Runs() {
			if r.State == RunActive {
				o.root = r.Numbers
				break
			}
		}
		for _, w := range c.Workers(now) {
			if w.Draining {
				o.draining++
			}
		}
	})
	o.queue = o.Last - min(written, o.Last)
	o.waiting = s.waiting.length()
	o.readOnly = s.keeper.readOnly() != nil
	o.free = -1
	if s.o.Dir != "" {
		if free, err := store.FreeBytes(s.o.Dir); err == nil {
			o.free = free
		}
	}
	return o
}

// observer turns an observation into metrics at each scrape.
type observer struct{ observe func() observation }

// family is a metric with the values that it has by the values of a label.
type family struct {
	desc   *prometheus.Desc
	kind   prometheus.ValueType
	values func(o *observation, set setter)
}

func counter(name, help, label string, values func(*observation, setter)) family {
	return newFamily(prometheus.CounterValue, name, help, label, values)
}

func gauge(name, help, label string, values func(*observation, setter)) family {
	return newFamily(prometheus.GaugeValue, name, help, label, values)
}

func newFamily(kind prometheus.ValueType, name, help, label string, values func(*observation, setter)) family {
	var labels []string
	if label != "" {
		labels = []string{label}
	}
	return family{prometheus.NewDesc(name, help, labels, nil), kind, values}
}

// Describe sends all descriptions.
func (*observer) Describe(ch chan<- *prometheus.Desc) {
	for _, f := range families {
		ch <- f.desc
	}
}

// Collect sends all values.
func (c *observer) Collect(ch chan<- prometheus.Metric) {
	o := c.observe()
	for _, f := range families {
		f.values(&o, func(value float64, label ...string) {
			ch <- prometheus.MustNewConstMetric(f.desc, f.kind, value, label...)
		})
	}
}
