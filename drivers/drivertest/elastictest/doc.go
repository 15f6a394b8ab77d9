// Package elastictest responds to the Elasticsearch driver in its tests, with recorded responses or with responses
// written for a test. It also checks that only requests that just read are marked as repeatable.
package elastictest
