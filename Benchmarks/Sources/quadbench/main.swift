import Foundation
import QuadGeometry
func now() -> Double { var t = timespec(); clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return Double(t.tv_sec)*1e9+Double(t.tv_nsec) }
var g = SystemRandomNumberGenerator()
var quads: [Quad] = []
for _ in 0..<100000 {
  let c = SIMD3<Double>.random(in: -10...10), u = SIMD3<Double>.random(in: -1...1).unit!, v = u.cross(.random(in: -1...1)).unit!
  func n() -> SIMD3<Double> { .random(in: -0.001...0.001) }
  quads.append(Quad(c - u*0.1 - v*0.1 + n(), c + u*0.1 - v*0.1 + n(), c+u*0.1+v*0.1 + n(), c-u*0.1+v*0.1 + n()))
}
let check = try QuadCheck(.strict)
for n in [2000, 100000] {
  for _ in 0..<5 {
    let t = now(); var bad = 0
    for q in quads[0..<n] { if !check.issues(q).isEmpty { bad += 1 } }
    print(n, (now()-t)/Double(n), bad)
  }
}
