//! Focal point of a picture: the point that crops keep in sight.

use mwanga_store::entities::media_item;
use serde::{Deserialize, Serialize};

/// A point of a picture, in percent of its width from the left and of its height from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FocalPoint {
    pub x: i32,
    pub y: i32,
}

impl FocalPoint {
    /// The focal point of a file; none is the centre.
    pub fn of(item: &media_item::Model) -> Option<Self> {
        Some(Self { x: item.focal_x?, y: item.focal_y? })
    }

    pub(crate) fn is_inside(self) -> bool {
        [self.x, self.y].iter().all(|percent| (0..=100).contains(percent))
    }
}
