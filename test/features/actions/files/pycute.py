# Repairs of what pycute refuses are such that it takes them.
from pycute import *

composed = composition(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 1))
divided = logical_divide(Layout(12), Layout(5))
strides = Layout((4, 8), (1, 2, 3))
good = coalesce(Layout((2, (1, 6)), (1, (6, 2))))
