package driver

import "quarry/drivers/driver/wire"

// Ops gives the operations of d by their names.
func Ops(d Driver) map[string]Op {
	ops := map[string]Op{
		OpDescribe: func(c *Conn, _ string) ([]byte, error) { return c.pack(described(d)), nil },
		OpOpen:     op(d.Open),
		OpObjects:  op(d.Objects),
		OpColumns:  op(d.Columns),
		OpCount:    op(d.Count),
		OpPage:     op(d.Page),
	}
	if r, ok := d.(Resolver); ok {
		ops[OpResolve] = op(r.Resolve)
	}
	if r, ok := d.(Releaser); ok {
		ops[OpRelease] = op(r.Release)
	}
	if r, ok := d.(Renewer); ok {
		ops[OpRenew] = op(r.Renew)
	}
	if r, ok := d.(DocumentReader); ok {
		ops[OpDocument] = op(r.Document)
	}
	if r, ok := d.(Structurer); ok {
		ops[OpStructure] = op(r.Structure)
		ops[OpDefinition] = op(r.Definition)
	}
	return ops
}

// described gives d's description with the protocol and the optional operations filled in.
func described(d Driver) *Description {
	desc := d.Describe()
	desc.Protocol = Protocol
	desc.Ops = nil
	if _, ok := d.(Resolver); ok {
		desc.Ops = append(desc.Ops, OpResolve)
	}
	if _, ok := d.(Releaser); ok {
		desc.Ops = append(desc.Ops, OpRelease)
	}
	if _, ok := d.(Renewer); ok {
		desc.Ops = append(desc.Ops, OpRenew)
	}
	if _, ok := d.(DocumentReader); ok {
		desc.Ops = append(desc.Ops, OpDocument)
	}
	if _, ok := d.(Structurer); ok {
		desc.Ops = append(desc.Ops, OpStructure, OpDefinition)
	}
	return desc
}

// op makes an operation over bytes of a method over messages.
func op[A, R any, MA interface {
	*A
	wire.Message
}, MR interface {
	*R
	wire.Message
}](method func(*Conn, *A) (*R, error)) Op {
	return func(c *Conn, in string) ([]byte, error) {
		args := new(A)
		if err := c.codec.Decode(in, MA(args)); err != nil {
			return nil, err
		}
		result, err := method(c, args)
		if err != nil {
			return nil, err
		}
		return c.pack(MR(result)), nil
	}
}
