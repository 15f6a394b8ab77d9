package com.sun.tools.attach;

public class AgentLoadException extends Exception {}
