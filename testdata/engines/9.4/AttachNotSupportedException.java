package com.sun.tools.attach;

public class AttachNotSupportedException extends Exception {}
