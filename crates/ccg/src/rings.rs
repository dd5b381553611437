//! Things that refer to each other: an order in which each comes after those it refers to, or the rings that forbid it.

/// How far a thing has been looked at.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    /// On the way that is being followed.
    Open,
    Done,
}

/// An order in which everything comes after what it refers to; and the rings, each from its first member, if there are
/// any. Ways may be long, so they are kept in a list and not on the stack.
pub(crate) fn in_order(links: &[Vec<u16>]) -> (Vec<u16>, Vec<Vec<u16>>) {
    let mut marks = vec![Mark::New; links.len()];
    let (mut order, mut rings) = (Vec::new(), Vec::new());
    for (from, _) in (0..=u16::MAX).zip(links) {
        // The way from here: each thing with how many of its references have been followed.
        let mut way: Vec<(u16, usize)> = Vec::new();
        if marks[usize::from(from)] == Mark::New {
            marks[usize::from(from)] = Mark::Open;
            way.push((from, 0));
        }
        while let Some((here, followed)) = way.last_mut() {
            let Some(&next) = links[usize::from(*here)].get(*followed) else {
                marks[usize::from(*here)] = Mark::Done;
                order.push(*here);
                way.pop();
                continue;
            };
            *followed += 1;
            match marks[usize::from(next)] {
                Mark::New => {
                    marks[usize::from(next)] = Mark::Open;
                    way.push((next, 0));
                }
                Mark::Open => rings.push(ring(&way, next)),
                Mark::Done => {}
            }
        }
    }
    rings.sort();
    rings.dedup();
    (order, rings)
}

/// The part of a way that leads back to this member, from the member with the smallest number.
fn ring(way: &[(u16, usize)], back: u16) -> Vec<u16> {
    let mut ring: Vec<u16> = way.iter().map(|(id, _)| *id).skip_while(|id| *id != back).collect();
    let first = ring.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(i, _)| i);
    ring.rotate_left(first);
    ring
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_found_once_and_whole() {
        assert_eq!(in_order(&[vec![1], vec![2], vec![0, 0], vec![0]]).1, [[0, 1, 2]]);
        assert_eq!(in_order(&[vec![2], vec![2], vec![1]]).1, [[1, 2]]);
        assert_eq!(in_order(&[vec![0], vec![1, 0]]).1, [[0], [1]]);
        assert_eq!(in_order(&[]), (vec![], vec![]));
    }

    #[test]
    fn a_long_way_does_not_overflow() {
        let mut links: Vec<Vec<u16>> = (1..=u16::MAX).map(|next| vec![next]).collect();
        links.push(vec![]);
        let (order, rings) = in_order(&links);
        assert_eq!((order.len(), order[0], rings.len()), (65_536, u16::MAX, 0));
        links[usize::from(u16::MAX)].push(0);
        assert_eq!(in_order(&links).1[0].len(), 65_536);
    }
}
