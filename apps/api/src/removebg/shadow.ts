import type { Shadow } from '../removal-request.ts';
import type { RemovebgParameters, ShadowType, SubjectType } from './parameters.ts';

/** Shadow that `auto` chooses for a type. Others get `drop`. */
const autoShadow: Partial<Record<SubjectType, Shadow['kind']>> = { car: 'car', person: '3D', transportation: '3D' };
/** Opacity that `auto` chooses. */
const autoOpacity = { car: 0.9, others: 0.5 };

/** Returns the shadow that the parameters ask for; undefined for none. */
export function shadowOf({
  type,
  add_shadow: isOfCars,
  shadow_type: shared,
  shadow_opacity: sharedOpacity,
  shadowOfType,
  opacityOfType,
}: RemovebgParameters): Shadow | undefined {
  const own: SubjectType = type === 'auto' ? 'other' : type;
  const carDefault: ShadowType | undefined = isOfCars && own === 'car' ? 'car' : undefined;
  const chosen = shadowOfType.get(own) ?? shared ?? carDefault ?? 'none';
  if (chosen === 'none') return undefined;
  const kind = chosen === 'auto' ? (autoShadow[own] ?? 'drop') : chosen;
  const opacity = opacityOfType.get(own) ?? sharedOpacity ?? 'auto';
  return { kind, opacity: opacity === 'auto' ? (kind === 'car' ? autoOpacity.car : autoOpacity.others) : opacity };
}
