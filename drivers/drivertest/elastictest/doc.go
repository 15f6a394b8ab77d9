// Package elastictest answers the requests of the Elasticsearch driver in its tests: with recorded responses, or with
// ones that a test writes. Every request is checked on the way: only one that reads may be sent again.
package elastictest
