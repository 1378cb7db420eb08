import Foundation

// The link check must be able to see this: a program that does need Foundation.
print(ProcessInfo.processInfo.processName)
