package com.sun.tools.attach;

public class AgentInitializationException extends Exception {}
