// @ts-ignore: decorator
@inline
export function sumOfLanes(values: v128): u32 {
  const halves = i32x4.add(values, i32x4.shuffle(values, values, 2, 3, 0, 1));
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
}
