// Package cases holds the tests that replay the exact requests and rows of testdata/cases.
package cases
