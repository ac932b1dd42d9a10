"""The attributes of classes that the compiler reads."""

from mypy_extensions import mypyc_attr as class_attributes

__all__ = ["class_attributes"]
