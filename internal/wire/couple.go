package wire

import (
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// Couple returns the message for a couple.
func Couple(c search.Couple) *sproutsv1.Couple {
	return &sproutsv1.Couple{Component: []byte(c.Component), Nimber: uint32(c.Nimber)}
}

// Couples returns the messages for couples.
func Couples(couples []search.Couple) []*sproutsv1.Couple {
	messages := make([]*sproutsv1.Couple, len(couples))
	for i, c := range couples {
		messages[i] = Couple(c)
	}
	return messages
}

// Couple returns the couple in a message.
func (c *Checker) Couple(m *sproutsv1.Couple) (search.Couple, error) {
	couple, err := readCouple(m)
	if err != nil {
		return search.Couple{}, err
	}
	if err := c.check(m.GetComponent()); err != nil {
		return search.Couple{}, err
	}
	return couple, nil
}

// Couples returns the couples in a list that is called field.
func (c *Checker) Couples(field string, messages []*sproutsv1.Couple) ([]search.Couple, error) {
	couples := make([]search.Couple, len(messages))
	for i, m := range messages {
		couple, err := c.Couple(m)
		if err != nil {
			return nil, Within(at(field, i), err)
		}
		couples[i] = couple
	}
	return couples, nil
}

// readCouple returns a couple without asking the game about it.
func readCouple(m *sproutsv1.Couple) (search.Couple, error) {
	component, err := readComponent(m.GetComponent())
	if err != nil {
		return search.Couple{}, err
	}
	nimber, err := readNimber(m.GetNimber())
	if err != nil {
		return search.Couple{}, err
	}
	return search.Couple{Component: component, Nimber: nimber}, nil
}

// Children returns the messages for children.
func Children(children []search.Child) []*sproutsv1.Child {
	messages := make([]*sproutsv1.Child, len(children))
	for i, c := range children {
		messages[i] = &sproutsv1.Child{Couple: Couple(c.Couple), Numbers: Numbers(c.Numbers)}
	}
	return messages
}

// ReadChildren returns the children in a list that is called field. Their
// components are not checked with the game: the reader looks for couples that it
// has already and passes over the others.
func ReadChildren(field string, messages []*sproutsv1.Child) ([]search.Child, error) {
	if len(messages) > MaxChildren {
		return nil, wrong(field, "%d of them, at most %d", len(messages), MaxChildren)
	}
	children := make([]search.Child, len(messages))
	bytes := 0
	for i, m := range messages {
		child, err := readChild(m)
		if err != nil {
			return nil, Within(at(field, i), err)
		}
		if bytes += len(child.Component); bytes > MaxChildBytes {
			return nil, wrong(field, "components of more than %d bytes together", MaxChildBytes)
		}
		children[i] = child
	}
	return children, nil
}

// readChild returns a child, which must be undecided.
func readChild(m *sproutsv1.Child) (search.Child, error) {
	couple, err := readCouple(m.GetCouple())
	if err != nil {
		return search.Child{}, Within("couple", err)
	}
	numbers, err := ReadNumbers(m.GetNumbers())
	if err != nil {
		return search.Child{}, Within("numbers", err)
	}
	if numbers.Proof == 0 || numbers.Disproof == 0 {
		return search.Child{}, wrong("numbers", "missing or decided; a child is undecided, its numbers between 0 and 2^30")
	}
	return search.Child{Couple: couple, Numbers: numbers}, nil
}
