import Foundation
import struct Darwin.timeval
@testable import Shop

/// The limit.
let limit = 10
var counter = 0

typealias Handler<T> = (T) -> Void

/// Says hello.
/// In two lines.
@available(iOS 13, *)
public func greet<T: Equatable>(_ name: String, rest: T...) async throws -> String where T: Hashable {
    let local = 1
    func inner(x: Int) -> Int { x }
    let closure = { (x: Int) in x }
    return "func inString() { class X {} }"
}

/// What can be sold.
public protocol Sellable: AnyObject {
    associatedtype Item
    var price: Int { get }
    init(price: Int)
    func sell() -> Item
    static func make() -> Self
}

open class Shape<T>: Base, Sellable where T: Comparable {
    static let maximum = 1
    var price: Int = 0
    public required init(price: Int) { self.price = price }
    deinit {}
    func sell() -> Int { /* func commented() {} */ 1 }
    class func make() -> Self { fatalError() }
    subscript(index: Int) -> Int { index }

    struct Nested {
        enum Deep { case one, two }
        func run() {}
    }
}

indirect enum Tree<Element> {
    case leaf
    case node(left: Tree, right: Tree)
    func depth() -> Int { 0 }
}

struct Point: Equatable {
    let x: Int
    static func + (a: Point, b: Point) -> Point { a }
}

extension Point: CustomStringConvertible {
    var description: String { "" }
    func moved() -> Point { self }
}

extension Swift.Array where Element == Int {
    func total() -> Int { 0 }
}

actor Counter {
    func increment() {}
}
