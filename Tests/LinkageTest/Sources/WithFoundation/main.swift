import Foundation

// What the link check must be able to see: a program that does need Foundation.
print(ProcessInfo.processInfo.processName)
