import { describe, expect, test } from '@jest/globals';
import { decide, decideWithRule, recordDecisions, type Decision, type DecisionTable } from '../../../engine/rules.js';

type Size = 'small' | 'large';

const SIZE: DecisionTable<number, Size> = {
  name: 'size',
  rules: [
    { name: 'below-ten', why: 'Ten is where large begins.', test: (value) => (value < 10 ? 'small' : null) },
    { name: 'above-five', why: 'Reached by what is not below ten.', test: (value) => (value > 5 ? 'large' : null) },
  ],
  otherwise: 'small',
  subject: (value) => ({ page: 1, box: { x0: value, y0: 0, x1: value + 1, y1: 1 }, text: `number ${value}` }),
  numbers: (value) => ({ value }),
};

type Recorded = Omit<Decision, 'stage'>;

function recorded(work: () => void): Recorded[] {
  const decisions: Recorded[] = [];
  recordDecisions((decision) => decisions.push(decision), work);
  return decisions;
}

describe('a decision table', () => {
  test('is decided by the first rule that applies', () => {
    expect(decideWithRule(SIZE, 7)).toEqual({ verdict: 'small', rule: 'below-ten' });
    expect(decideWithRule(SIZE, 12)).toEqual({ verdict: 'large', rule: 'above-five' });
  });

  test('asks no rule behind the one that applies', () => {
    const asked: string[] = [];
    const table: DecisionTable<number, Size> = {
      ...SIZE,
      rules: SIZE.rules.map((rule) => ({
        ...rule,
        test: (value) => {
          asked.push(rule.name);
          return rule.test(value);
        },
      })),
    };
    decide(table, 7);
    expect(asked).toEqual(['below-ten']);
  });

  test('has its verdict for what no rule applies to', () => {
    expect(decideWithRule(SIZE, NaN)).toEqual({ verdict: 'small', rule: 'otherwise' });
  });

  test('is not asked for subject and numbers while nobody records', () => {
    const unasked = (): never => {
      throw new Error('asked');
    };
    expect(decide({ ...SIZE, subject: unasked, numbers: unasked }, 12)).toBe('large');
  });
});

describe('recorded decisions', () => {
  test('name table, rule, verdict, subject and numbers', () => {
    expect(recorded(() => decide(SIZE, 12))).toEqual([
      {
        page: 1,
        box: { x0: 12, y0: 0, x1: 13, y1: 1 },
        text: 'number 12',
        table: 'size',
        rule: 'above-five',
        verdict: 'large',
        numbers: { value: 12 },
      },
    ]);
  });

  test('come with the table, for the reasons of its rules', () => {
    const whys: string[] = [];
    recordDecisions(
      (_, { rules }) => whys.push(...rules.map(({ why }) => why)),
      () => decide(SIZE, 12),
    );
    expect(whys).toEqual(['Ten is where large begins.', 'Reached by what is not below ten.']);
  });

  test('say a verdict that is no word as the table says it', () => {
    const table: DecisionTable<number, { level: number }> = {
      name: 'level',
      rules: [{ name: 'any', why: 'Each has one.', test: (level) => ({ level }) }],
      otherwise: { level: 0 },
      subject: SIZE.subject,
      verdictName: ({ level }) => `level ${level}`,
    };
    expect(recorded(() => decide(table, 3))).toMatchObject([{ verdict: 'level 3', numbers: {} }]);
  });

  test('go to the innermost recorder, and to the outer one again after it', () => {
    let inner: Recorded[] = [];
    const outer = recorded(() => {
      decide(SIZE, 1);
      inner = recorded(() => decide(SIZE, 2));
      decide(SIZE, 3);
    });
    expect(inner.map(({ numbers }) => numbers['value'])).toEqual([2]);
    expect(outer.map(({ numbers }) => numbers['value'])).toEqual([1, 3]);
  });

  test('include those that are asked for with the rule', () => {
    expect(recorded(() => decideWithRule(SIZE, 12))).toMatchObject([{ rule: 'above-five' }]);
  });

  test('end with the work, also when it throws', () => {
    const decisions: Recorded[] = [];
    const failing = (): void =>
      recordDecisions(
        (decision) => decisions.push(decision),
        () => {
          decide(SIZE, 1);
          throw new Error('the work broke');
        },
      );
    expect(failing).toThrow('the work broke');
    decide(SIZE, 2);
    expect(decisions).toHaveLength(1);
  });
});
