// Package recorded holds the tests that read every recorded response without loss.
package recorded
