internal import CQuadcal
internal import QuadGeometry

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_abi() -> Int32 { QUADCAL_ABI }

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_version() -> UnsafePointer<CChar>! { cString("0.2.0-dev") }

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_kernels() -> UnsafePointer<CChar>! {
    switch KernelLevel.best {
    case .baseline: cString("baseline")
    case .v3: cString("v3")
    case .v4: cString("v4")
    }
}
