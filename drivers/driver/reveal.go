package driver

import "quarry/drivers/driver/wire"

// Revealer makes recent writes visible to searches, for an engine that shows them with a delay.
type Revealer interface {
	// Reveal returns once searches and counts see the documents as written. It only sends reads.
	Reveal(c *Conn, a *RevealArgs) (*Empty, error)
}

// OpReveal is the operation of a [Revealer].
const OpReveal = "reveal"

// RevealArgs names the documents that were written.
type RevealArgs struct{ Rows []RevealedRow }

// Fields implements [wire.Message].
func (a *RevealArgs) Fields(c *wire.Codec) { wire.List(c, 1, &a.Rows) }

// RevealedRow is a written document, named by the hidden values that identify it.
type RevealedRow struct{ Key []Text }

// Fields implements [wire.Message].
func (r *RevealedRow) Fields(c *wire.Codec) { wire.List(c, 1, &r.Key) }
