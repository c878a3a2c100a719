import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Rules = (axe: AxeBuilder) => AxeBuilder;

/** Rules whose result may change with the appearance of the page. */
export const contrastAlone: Rules = (axe) => axe.withRules('color-contrast');

/**
 * Checks the page in its current state. Applies all of axe's rules unless others are given.
 * @returns one line for each violated rule.
 */
export async function violations(page: Page, rules: Rules = (axe) => axe): Promise<string[]> {
  // Legacy mode avoids the second page in which axe would merge the results of frames. The pages have no frames.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const result = await rules(axe).analyze();
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`);
}
