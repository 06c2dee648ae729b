package worker

// queue holds parcels in order of arrival. One that is gone stays in it until it
// comes to the front.
type queue struct {
	parcels []*parcel
	live    int // parcels that are not gone
}

func (q *queue) push(p *parcel) {
	q.parcels = append(q.parcels, p)
	q.live++
}

// remove takes a parcel out.
func (q *queue) remove(p *parcel) {
	p.gone = true
	q.live--
}

// first returns the oldest parcel, nil if there is none.
func (q *queue) first() *parcel {
	for len(q.parcels) > 0 && q.parcels[0].gone {
		q.parcels[0] = nil
		q.parcels = q.parcels[1:]
	}
	if len(q.parcels) == 0 {
		q.parcels = nil
		return nil
	}
	return q.parcels[0]
}
