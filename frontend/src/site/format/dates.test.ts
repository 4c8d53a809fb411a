import { afterEach, describe, expect, it } from 'vitest';
import { clockTime, longDate, setCalendar, shortDate } from './dates';

describe('dates in Nairobi', () => {
  it.each([
    ['2026-11-20T06:30:00Z', '20 November 2026', '09:30'],
    ['2026-11-20T20:59:59Z', '20 November 2026', '23:59'],
    // Three hours ahead: the day, the month and the year turn at 21:00 UTC.
    ['2026-11-20T21:00:00Z', '21 November 2026', '00:00'],
    ['2026-12-31T21:05:00Z', '1 January 2027', '00:05'],
    ['2028-02-28T22:00:00Z', '29 February 2028', '01:00'],
    // No summer time, so July is as far from UTC as November.
    ['2026-07-01T09:00:00.250Z', '1 July 2026', '12:00'],
  ])('%s is %s, %s', (time, day, clock) => {
    expect(longDate(time)).toBe(day);
    expect(clockTime(time)).toBe(clock);
  });

  it('shortens the month to three letters', () => {
    expect(shortDate('2026-09-05T06:30:00Z')).toBe('5 Sep 2026');
  });
});

describe('dates of another publication', () => {
  afterEach(() => setCalendar(undefined));

  it('follow the clocks of its time zone', () => {
    // London in 2026: an hour ahead of UTC from 29 March to 25 October.
    setCalendar({
      ...{ zone: 'Europe/London', changes: [1774746000, 1792890000], offsets: [0, 60, 0] },
      ...{ long_dates: [], short_dates: [], zero: 48 },
    });
    for (const [time, day, clock] of [
      ['2026-03-29T00:59:59Z', '29 March 2026', '00:59'],
      ['2026-03-29T01:00:00Z', '29 March 2026', '02:00'],
      ['2026-07-01T23:30:00Z', '2 July 2026', '00:30'],
      ['2026-10-25T01:00:00Z', '25 October 2026', '01:00'],
    ] as const) {
      expect([longDate(time), clockTime(time)]).toEqual([day, clock]);
    }
  });

  it('have the months, the order and the digits of its language', () => {
    const told = { zone: 'Africa/Khartoum', changes: [], offsets: [120], zero: 0x660 };
    setCalendar({ ...told, long_dates: ['%d يناير %y'], short_dates: ['%d ينا %y'] });
    expect(longDate('2026-01-05T06:30:00Z')).toBe('٥ يناير ٢٠٢٦');
    expect(shortDate('2026-01-05T06:30:00Z')).toBe('٥ ينا ٢٠٢٦');
    expect(clockTime('2026-01-05T06:30:00Z')).toBe('٠٨:٣٠');
  });
});
