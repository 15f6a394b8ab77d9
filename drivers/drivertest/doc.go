// Package drivertest tests this module's drivers, by the laws of backend/testing/conformance and by what is true of one
// engine only.
package drivertest
