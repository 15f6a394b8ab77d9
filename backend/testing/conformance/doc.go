// Package conformance checks the laws that every driver obeys, whatever its engine. Only tests import it.
//
// A test of a driver, including a third-party one, is one call:
//
//	wasm, err := conformance.Build(ctx, "example.org/drivers/shelf/wasm")
//	module, err := conformance.Compile(ctx, wasm)
//	conformance.Run(t, conformance.Subject{Driver: shelf.New(), Module: module, Manifest: manifest, Target: target})
//
// "go run ./build/pack new papers" writes such a test with its driver.
//
// A [Subject] is a driver, linked natively and as a module, with an engine to test it on. Each law is checked both
// ways. Subject.Cannot lists what cannot be tested on a subject, which counts as a skipped test.
//
// The driver in drivers/driver/laws/broken obeys every law, or breaks one if a switch is set: each law is proved by a
// fault that it detects.
package conformance
