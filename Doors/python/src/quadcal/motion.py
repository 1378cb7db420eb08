"""Rigid motions, anchored at the centres of what they were fitted to so that no digits are lost far from the origin."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import ArrayLike

from ._arrays import Doubles, doubles, number, unmasked
from ._extras import needed
from ._library import address, require

if TYPE_CHECKING:
    from scipy.spatial.transform import RigidTransform, Rotation

# The largest entry by which the product of a rotation with its transpose may differ from the identity: SciPy's matrices, which
# come from quaternions, differ by about 1e-15.
LARGEST_SKEW = 1e-12
# The same of a matrix that was rounded or typed, of which the nearest rotation may still be meant.
LARGEST_REPAIR = 1e-2
# The library takes no centre beyond this, in metres.
LARGEST_CENTER = 1e60


def _product(a: Doubles, b: Doubles) -> Doubles:
    """The product of two matrices (3, 3), added up in an order of its own, so that its bits are those of every machine."""
    product: Doubles = a[:, 0:1] * b[0:1] + a[:, 1:2] * b[1:2] + a[:, 2:3] * b[2:3]
    return product


def _skew(matrix: Doubles) -> float:
    """The largest entry by which the product of a matrix with its transpose differs from the identity."""
    return float(numpy.abs(matrix @ matrix.T - numpy.eye(3)).max())


def _nearest_rotation(matrix: Doubles) -> Doubles:
    if not numpy.isfinite(matrix).all() or _skew(matrix) > LARGEST_REPAIR:
        raise ValueError(f"rotation is off from one by {_skew(matrix):.2g}, which is more than rounding: at most {LARGEST_REPAIR}")
    if numpy.linalg.det(matrix) < 0:
        raise ValueError("rotation is mirrored: its determinant is negative")
    left, _, right = numpy.linalg.svd(matrix)
    found: Doubles = _product(left, right)
    return found


def _exact(numbers: Doubles) -> list[Fraction]:
    return [Fraction(number) for number in numbers.tolist()]


def _anchored(rotation: Doubles, source_center: Doubles, image: list[Fraction]) -> Motion:
    """The motion by a rotation about a centre, of which it is known exactly where it comes to."""
    center = [float(x) for x in image]
    rest = [float(x - Fraction(c)) for x, c in zip(image, center)]
    return Motion(numpy.concatenate([rotation.T.ravel(), source_center, center, rest]))


class Motion:
    """A rotation about one point and a shift to another: ``target_center + (rotation @ (point - source_center) + rest)``.

    A motion is called with points or quads: ``new_from_old(points)``. Name it after its frames, destination first, and products read
    as they should: ``newest_from_old = newest_from_new @ new_from_old``.
    """

    __slots__ = ("_numbers",)
    # Products with arrays are refused, and not tried element by element.
    __array_ufunc__ = None

    def __init__(self, numbers: ArrayLike) -> None:
        """Takes the 18 numbers of a motion: the columns of the rotation, source centre, target centre and rest."""
        numbers = doubles(numbers, (18,), "numbers").copy()
        rotation = numbers[:9].reshape(3, 3)
        if not numpy.isfinite(numbers).all() or numpy.abs(numbers[9:]).max() > LARGEST_CENTER:
            raise ValueError("a motion has numbers that are not finite, or a centre beyond 1e60 m")
        skew = _skew(rotation)
        if skew > LARGEST_SKEW or numpy.linalg.det(rotation) < 0:
            what = f"off by {skew:.3g}" if skew > LARGEST_SKEW else "mirrored, since their determinant is negative"
            raise ValueError(f"the first nine numbers are not a rotation: {what}")
        numbers.flags.writeable = False
        self._numbers = numbers

    @classmethod
    def _found(cls, numbers: ArrayLike) -> Motion:
        """A motion that the library found: that its rotation is one is not asked again."""
        motion = object.__new__(cls)
        motion._numbers = numpy.array(numbers, numpy.float64)
        motion._numbers.flags.writeable = False
        return motion

    @classmethod
    def from_matrix(cls, matrix: ArrayLike, *, nearest: bool = False) -> Motion:
        """The motion of a matrix for columns x y z 1.

        Parameters
        ----------
        matrix
            (4, 4) or (3, 4): the rotation, and the shift in metres in the last column. The last row, if there, is 0 0 0 1; ARKit's
            ``simd_float4x4`` is written column by column, so transpose it.
        nearest
            Whether to take the rotation nearest to the first three columns, which may be off by up to 0.01, such as one of single
            precision. Without it, they must be a rotation to 1e-12.
        """
        array = doubles(matrix, (None, None), "matrix")
        if array.shape[0] not in (3, 4) or array.shape[1] != 4:
            raise ValueError(f"matrix has the shape {array.shape}, not (4, 4) or (3, 4); from_rotation takes (3, 3)")
        if array.shape[0] == 4 and array[3].tolist() != [0, 0, 0, 1]:
            turned = array[:, 3].tolist() == [0, 0, 0, 1]
            raise ValueError(f"the last row of the matrix is {array[3].tolist()}, not 0 0 0 1"
                             + ("; it is written column by column: hand matrix.T over" if turned else ""))
        return cls.from_rotation(array[:3, :3], array[:3, 3], nearest=nearest)

    @classmethod
    def from_rotation(cls, rotation: Rotation | ArrayLike, shift: ArrayLike = (0, 0, 0), *, nearest: bool = False) -> Motion:
        """The motion of a SciPy Rotation or a matrix (3, 3), followed by a shift in metres; ``nearest`` as of ``from_matrix``."""
        matrix = rotation.as_matrix() if hasattr(rotation, "as_matrix") else rotation
        array = doubles(matrix, (3, 3), "rotation")
        if nearest:
            array = _nearest_rotation(array)
        elif numpy.isfinite(array).all() and LARGEST_SKEW < _skew(array) <= LARGEST_REPAIR and numpy.linalg.det(array) > 0:
            raise ValueError(f"rotation is off from one by {_skew(array):.2g}, as of single precision; nearest=True takes the nearest")
        columns = array.T.ravel()
        return cls(numpy.concatenate([columns, numpy.zeros(3), doubles(shift, (3,), "shift"), numpy.zeros(3)]))

    @classmethod
    def from_rigid_transform(cls, transform: RigidTransform) -> Motion:
        """The motion of a single SciPy RigidTransform."""
        return cls.from_rotation(transform.rotation, transform.translation)

    def _image(self, point: list[Fraction]) -> list[Fraction]:
        """Where exactly the motion takes a point."""
        away = [x - s for x, s in zip(point, _exact(self.source_center))]
        turned = [sum((r * x for r, x in zip(_exact(row), away)), Fraction(0)) for row in self.rotation]
        return [t + r + x for t, r, x in zip(_exact(self.target_center), _exact(self.rest), turned)]

    def __matmul__(self, first: Motion) -> Motion:
        """The motion that does ``first`` and then this one: ``(a @ b)(p)`` is ``a(b(p))``, without loss far from the origin.

        It is anchored at the source centre of ``first``; where that is the origin, as of a matrix, at the point that comes to the
        source centre of this one.
        """
        if not isinstance(first, Motion):
            return NotImplemented
        product = _product(self.rotation, first.rotation)
        # Half of what is missing to a rotation, so that long products do not drift away from one.
        product = product + _product(product, (numpy.eye(3) - _product(product.T, product)) / 2)
        is_placed = first.source_center.any() or not self.source_center.any()
        source = first.source_center if is_placed else first.inverse()(self.source_center)
        return _anchored(product, source, self._image(first._image(_exact(source))))

    def inverse(self) -> Motion:
        """The motion back, anchored at the same centres."""
        back = Motion(numpy.concatenate([self.rotation.ravel(), self.target_center, self.source_center, numpy.zeros(3)]))
        image = back._image([t - r for t, r in zip(_exact(self.target_center), _exact(self.rest))])
        return _anchored(back.rotation, self.target_center, image)

    @property
    def matrix(self) -> Doubles:
        """The motion as a matrix (4, 4) for columns x y z 1, its shift in metres: as exact as ``shift``."""
        matrix = numpy.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.rotation, self.shift
        return matrix

    @property
    def numbers(self) -> Doubles:
        """The 18 numbers, which make the same motion again."""
        return self._numbers

    @property
    def rotation(self) -> Doubles:
        """The rotation as a matrix (3, 3)."""
        return self._numbers[:9].reshape(3, 3).T

    @property
    def source_center(self) -> Doubles:
        """The point that is rotated about, in metres of the source frame."""
        return self._numbers[9:12]

    @property
    def target_center(self) -> Doubles:
        """The point that the source centre comes to, but for the rest, in metres of the target frame."""
        return self._numbers[12:15]

    @property
    def rest(self) -> Doubles:
        """The digits of the target centre beyond those of a double, in metres."""
        return self._numbers[15:18]

    @property
    def shift(self) -> Doubles:
        """The shift t of the form ``R p + t``, in metres: less exact than the motion where its centres are far from the origin."""
        shift = numpy.empty(3)
        require("translation", address(self._numbers), address(shift))
        return shift

    @property
    def angle(self) -> float:
        """The angle of the rotation in radians, 0 to pi."""
        r = self.rotation
        sine = math.sqrt((r[2, 1] - r[1, 2]) ** 2 + (r[0, 2] - r[2, 0]) ** 2 + (r[1, 0] - r[0, 1]) ** 2)
        return math.atan2(sine, float(numpy.trace(r)) - 1)

    def __call__(self, points: ArrayLike, *, growth: float = 1.0) -> Doubles:
        """The moved points, of any shape that ends in 3: points (N, 3) and quads (N, 4, 3) alike.

        ``growth`` multiplies lengths, above 0: a similarity is ``found.motion(points, growth=found.growth)``.
        """
        array = unmasked(points, "points")
        if array.ndim == 0 or array.shape[-1] != 3:
            raise ValueError(f"points have the shape {array.shape}, which does not end in 3")
        flat = doubles(array.reshape(-1, 3), (None, 3), "points")
        moved = numpy.empty_like(flat)
        require("move", address(self._numbers), number(growth, "growth"), address(flat), len(flat), address(moved))
        return moved.reshape(array.shape)

    def as_rotation(self) -> Rotation:
        """The rotation as SciPy's, which holds a quaternion: a digit may be lost."""
        return needed("scipy.spatial.transform", "scipy").Rotation.from_matrix(self.rotation)

    def as_rigid_transform(self) -> RigidTransform:
        """The motion as SciPy's RigidTransform, which holds a shift from the origin: digits are lost far from there."""
        return needed("scipy.spatial.transform", "scipy").RigidTransform.from_components(self.shift, self.as_rotation())

    def __reduce__(self) -> Any:
        return Motion, (numpy.array(self._numbers),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Motion) and self._numbers.tobytes() == other._numbers.tobytes()

    def __hash__(self) -> int:
        return hash(self._numbers.tobytes())

    def __repr__(self) -> str:
        x, y, z = self.shift
        return f"Motion(angle={math.degrees(self.angle):.4f}°, shift=[{x:.4f} {y:.4f} {z:.4f}] m)"
