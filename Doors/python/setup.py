"""The wheel holds a library for one platform and no extension module, so any Python 3 of that platform takes it."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", "manylinux2014_x86_64"


setup(distclass=PlatformDistribution, cmdclass={"bdist_wheel": PlatformWheel})
