package driver

import "quarry/drivers/driver/wire"

// Ops returns the operations of d by name.
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
	if p, ok := d.(Planner); ok {
		ops[OpPlan] = op(p.Plan)
		ops[OpSettle] = op(p.Settle)
	}
	if r, ok := d.(Revealer); ok {
		ops[OpReveal] = op(r.Reveal)
	}
	if f, ok := d.(Fitter); ok {
		ops[OpFits] = op(f.Fits)
	}
	if f, ok := d.(Filterer); ok {
		ops[OpFilter] = op(f.Filter)
	}
	if g, ok := d.(Suggester); ok {
		ops[OpSuggest] = op(g.Suggest)
	}
	if s, ok := d.(Statistician); ok {
		ops[OpStatistics] = op(s.Statistics)
	}
	if k, ok := d.(Consoler); ok {
		ops[OpConsole] = op(k.Console)
	}
	if e, ok := d.(Exporter); ok {
		ops[OpExport] = op(e.Export)
	}
	if b, ok := d.(Dashboarder); ok {
		ops[OpDashboard] = op(b.Dashboard)
	}
	if e, ok := d.(Explainer); ok {
		ops[OpExplain] = op(e.Explain)
	}
	if t, ok := d.(Tasker); ok {
		ops[OpPlanCancel] = op(t.PlanCancel)
		ops[OpSettleCancel] = op(t.SettleCancel)
	}
	if k, ok := d.(KeyKeeper); ok {
		ops[OpKeys] = op(k.Keys)
		ops[OpPlanKey] = op(k.PlanKey)
		ops[OpSettleKey] = op(k.SettleKey)
	}
	if k, ok := d.(KeyScoper); ok {
		ops[OpScopeKey] = op(k.ScopeKey)
	}
	return ops
}

// optional lists the operations that not every driver has.
var optional = []string{
	OpResolve, OpRelease, OpRenew, OpDocument, OpStructure, OpDefinition, OpPlan, OpSettle, OpReveal, OpFits, OpFilter, OpSuggest,
	OpStatistics, OpConsole, OpExport,
	OpDashboard, OpExplain, OpPlanCancel, OpSettleCancel,
	OpKeys, OpPlanKey, OpSettleKey, OpScopeKey,
}

// described returns the description of d, with the protocol and the optional operations filled in.
func described(d Driver) *Description {
	desc := d.Describe()
	desc.Protocol = Protocol
	desc.Ops = nil
	has := Ops(d)
	for _, name := range optional {
		if has[name] != nil {
			desc.Ops = append(desc.Ops, name)
		}
	}
	return desc
}

// op turns a method over messages into an operation over bytes.
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
