import type { TFunction } from 'i18next';

/**
 * Returns the name of a plan.
 * @param t translates keys of the bundle `membership`.
 * @param id of the plan. The bundles name the plans of the product; a plan that the operator added is shown by its id.
 */
export function planName(t: TFunction<'membership'>, id: string): string {
  return isProductPlan(id) ? t(`plan.${id}.name`) : id;
}

/** Whether the product ships this plan, with a name, a description and features in the bundles. */
export function isProductPlan(id: string): id is 'free' | 'member' {
  return id === 'free' || id === 'member';
}
