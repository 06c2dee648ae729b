package model

// pacer is the virtual time of the threads of one group. It implements
// search.Pacer.
type pacer struct {
	clock   *clock
	first   int // number of the first thread among those of all groups
	threads int
	active  int // threads between their first visit and their end
	times   []int64
	options []int64 // made by each thread when it last visited
	visits  []int64
}

func newPacer(c *clock, first, threads int) *pacer {
	return &pacer{
		clock: c, first: first, threads: threads,
		times: make([]int64, threads), options: make([]int64, threads), visits: make([]int64, threads),
	}
}

// Visit lets a thread wait until all others have got as far.
func (p *pacer) Visit(thread int, visits, children int64) {
	p.clock.mu.Lock()
	defer p.clock.mu.Unlock()
	if p.threads > 1 && p.active == 0 {
		// The group's driver stands still while its threads run.
		p.active = p.threads
		p.clock.running += p.threads - 1
		p.alignLocked(p.timeLocked())
	}
	if visits < p.visits[thread] {
		p.options[thread] = 0 // the group has a new search
	}
	p.times[thread] += 1 + children - p.options[thread]
	p.options[thread], p.visits[thread] = children, visits
	p.clock.sleepLocked(p.times[thread], p.first+thread)
}

// Done ends a thread's run. The last one lets the group's driver go on.
func (p *pacer) Done(int) {
	p.clock.mu.Lock()
	defer p.clock.mu.Unlock()
	if p.active--; p.active > 0 {
		p.clock.restLocked()
	}
}

// timeLocked is the time of the thread that has got furthest.
func (p *pacer) timeLocked() (latest int64) {
	for _, t := range p.times {
		latest = max(latest, t)
	}
	return latest
}

// alignLocked lets all threads be at a time.
func (p *pacer) alignLocked(time int64) {
	for i := range p.times {
		p.times[i] = time
	}
}

// time is the time of the thread that has got furthest.
func (p *pacer) time() int64 {
	p.clock.mu.Lock()
	defer p.clock.mu.Unlock()
	return p.timeLocked()
}

// set lets all threads be at a time.
func (p *pacer) set(time int64) {
	p.clock.mu.Lock()
	defer p.clock.mu.Unlock()
	p.alignLocked(time)
}
