//! The palette of a scene.

use super::Scene;
use crate::palette::{Oklch, TimeOfDay};

/// Colours that all motifs share.
impl Scene {
    /// A colour of the main hue.
    pub(crate) fn tone(&self, l: f32, c: f32) -> Oklch {
        Oklch { l, c, h: self.hue, a: 1.0 }
    }

    /// A colour of the secondary hue.
    pub(crate) fn secondary(&self, l: f32, c: f32) -> Oklch {
        Oklch { l, c, h: self.secondary_hue, a: 1.0 }
    }

    /// Colour of the light source: yellow at night, the orange of the brand by day.
    pub(crate) fn light(&self) -> Oklch {
        match self.time_of_day {
            TimeOfDay::Day => Oklch { l: 0.74, c: 0.165, h: self.light_hue - 8.0, a: 1.0 },
            TimeOfDay::Dusk => Oklch { l: 0.87, c: 0.125, h: self.light_hue + 4.0, a: 1.0 },
            TimeOfDay::Night => Oklch { l: 0.84, c: 0.14, h: self.light_hue, a: 1.0 },
        }
    }

    pub(crate) fn ember(&self) -> Oklch {
        Oklch { l: if self.time_of_day == TimeOfDay::Day { 0.6 } else { 0.68 }, c: 0.175, h: 44.0, a: 1.0 }
    }

    /// Warm white.
    pub(crate) fn paper(&self) -> Oklch {
        match self.time_of_day {
            TimeOfDay::Day => Oklch { l: 0.975, c: 0.014, h: 85.0, a: 1.0 },
            TimeOfDay::Dusk => Oklch { l: 0.93, c: 0.03, h: 80.0, a: 1.0 },
            TimeOfDay::Night => Oklch { l: 0.86, c: 0.035, h: 78.0, a: 1.0 },
        }
    }

    /// Colour by depth (aerial perspective), from 0 (far, hazy) to 1 (near, dark).
    pub(crate) fn depth(&self, t: f32) -> Oklch {
        let (from, to) = match self.time_of_day {
            TimeOfDay::Day => (self.secondary(0.78, 0.07), self.tone(0.34, 0.085)),
            TimeOfDay::Dusk => (self.secondary(0.63, 0.105), self.tone(0.25, 0.075)),
            TimeOfDay::Night => (self.tone(0.42, 0.1), self.tone(0.15, 0.045)),
        };
        from.mix(to, t)
    }

    /// The darkest colour, for silhouettes.
    pub(crate) fn shade(&self) -> Oklch {
        match self.time_of_day {
            TimeOfDay::Day => self.tone(0.3, 0.07),
            TimeOfDay::Dusk => self.tone(0.22, 0.06),
            TimeOfDay::Night => self.tone(0.13, 0.035),
        }
    }

    /// Housing of a thing: stands out from the background at every time of day.
    pub(crate) fn body(&self) -> Oklch {
        match self.time_of_day {
            TimeOfDay::Day => self.tone(0.42, 0.105),
            TimeOfDay::Dusk => self.tone(0.3, 0.085),
            TimeOfDay::Night => self.tone(0.44, 0.095),
        }
    }

    pub(crate) fn metal(&self) -> Oklch {
        self.paper().mix(self.tone(0.6, 0.06), 0.4)
    }

    /// Writing on paper.
    pub(crate) fn ink(&self) -> Oklch {
        self.tone(0.36, 0.08)
    }

    pub(crate) fn brass(&self) -> Oklch {
        self.light().mix(self.ember(), 0.3)
    }

    /// Cardboard, sacks and wood.
    pub(crate) fn kraft(&self) -> Oklch {
        Oklch { l: if self.time_of_day == TimeOfDay::Night { 0.6 } else { 0.72 }, c: 0.08, h: 66.0, a: 1.0 }
    }

    /// Leaves and grass, whatever the hue of the scene.
    pub(crate) fn green(&self) -> Oklch {
        match self.time_of_day {
            TimeOfDay::Day => Oklch { l: 0.56, c: 0.12, h: 142.0, a: 1.0 },
            TimeOfDay::Dusk => Oklch { l: 0.46, c: 0.095, h: 146.0, a: 1.0 },
            TimeOfDay::Night => Oklch { l: 0.4, c: 0.08, h: 155.0, a: 1.0 },
        }
    }
}
