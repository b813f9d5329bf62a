# What can be mended, and what may stand where a comment cannot.
import cutlass
import cutlass.cute as cute

TILE = 5

too_many = cute.make_layout((4, 8), stride=(1, 2, 3))
too_few = cute.make_layout((4, 8, 2), stride=(8, 1))
flat = cute.make_layout((4, (2, 8)), stride=(8, 1))
divided = cute.logical_divide(cute.make_layout(12), cute.make_layout(5))
named = cute.logical_divide(cute.make_layout(12), cute.make_layout(TILE))
joined = cute.composition(cute.make_layout((4, 6, 8), stride=(2, 3, 5)), \
    cute.make_layout(6, stride=1))
behind = 1 + \
    cute.size(cute.logical_divide(cute.make_layout(12), cute.make_layout(5)))
within = cute.size(
    cute.logical_divide(
        cute.make_layout(12), cute.make_layout(5)
    )
)
commented = cute.make_layout((4, 8))  # (4, 16)
text = """
A layout such as composition((4,6,8):(2,3,5), 6:3) is wrong.
"""
good = cute.make_layout(((2, 4), 8), stride=((1, 2), 8))
