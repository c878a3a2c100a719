import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Rules = (axe: AxeBuilder) => AxeBuilder;

/** What another appearance of the same page may change. */
export const contrastAlone: Rules = (axe) => axe.withRules('color-contrast');

/**
 * By all of axe's rules, if no others are named.
 *
 * @returns what is wrong with the page as it is, one line for each rule.
 */
export async function violations(page: Page, rules: Rules = (axe) => axe): Promise<string[]> {
  // “Legacy” spares the second page in which axe would gather the results of frames: there are none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const result = await rules(axe).analyze();
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`);
}
