// Package drivertest holds the tests of this module's drivers: the conformance suite and what is true of one engine only.
package drivertest
