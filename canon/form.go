package canon

// Version names the canonical form. It changes whenever a land may get another
// key; results stored under another version are of no use.
const Version = "canon-1"

// vertex is one occurrence of a spot on a boundary of a form.
type vertex uint16

// The vertices that are not letters: spots met once, with 3, 2 and 1 lives.
// Letters start at firstLetter; a letter is a spot with one life that is met
// twice, and both occurrences carry the same number.
const (
	spot3Lives  vertex = 0
	spot2Lives  vertex = 1
	spot1Life   vertex = 2
	firstLetter vertex = 8
)

// isLetter reports whether v may be met twice.
func (v vertex) isLetter() bool { return v >= firstLetter }

// boundary is a class of equal boundaries: it ends before vertex end of its form
// and stands there count times. A boundary with a letter shared by two regions
// has count 1.
type boundary struct {
	end   int32
	count int32
}

// form is a set of regions in three flat arrays:
//
//	verts    0 | A B | 0 | A B          vertices of all boundaries
//	bounds   end 1 x8, end 3 x1, ...    boundaries of all regions
//	regions  end 2, end 4               regions
//
// A letter has the same number wherever it occurs and occurs at most twice;
// inside a class with count > 1 it stands for a different spot in each copy.
type form struct {
	verts   []vertex
	bounds  []boundary
	regions []int32
	// letters is one more than the largest letter in use, at least firstLetter.
	letters vertex
}

// reset empties f and keeps its buffers.
func (f *form) reset() {
	f.verts, f.bounds, f.regions = f.verts[:0], f.bounds[:0], f.regions[:0]
	f.letters = firstLetter
}

// endBoundary closes the boundary that was being written.
func (f *form) endBoundary(count int32) {
	f.bounds = append(f.bounds, boundary{int32(len(f.verts)), count})
}

// endRegion closes the region that was being written.
func (f *form) endRegion() { f.regions = append(f.regions, int32(len(f.bounds))) }

// freshLetter returns a letter that is not in use.
func (f *form) freshLetter() vertex {
	v := f.letters
	f.letters++
	return v
}

// boundStart returns where boundary b starts in verts.
func (f *form) boundStart(b int32) int32 {
	if b == 0 {
		return 0
	}
	return f.bounds[b-1].end
}

// regionStart returns where region r starts in bounds.
func (f *form) regionStart(r int32) int32 {
	if r == 0 {
		return 0
	}
	return f.regions[r-1]
}

// boundVerts returns the vertices of boundary b.
func (f *form) boundVerts(b int32) []vertex { return f.verts[f.boundStart(b):f.bounds[b].end] }
